import { COMPACTORS } from '../../../compactors/index.ts';
import { describeContract } from '../../support/contract-suite.ts';

describeContract(COMPACTORS, 40);
