import { COMPACTORS } from '../../../compactors/index.ts';
import { describeContract, FULL_RUNS } from '../../support/contract-suite.ts';

describeContract(
  COMPACTORS.filter((entry) => entry.needsModel),
  FULL_RUNS,
);
