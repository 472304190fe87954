import type { CompactionResult } from '../../harness/index.ts';
import type { ContractPoint } from './contract.ts';

/** A point that some compactors break by definition, and why that is right. */
export interface Exemption {
  point: ContractPoint;
  /** Who may break it; null = any, where `when` holds. */
  compactors: readonly string[] | null;
  when?: (result: CompactionResult) => boolean;
  why: string;
}

/** Every exemption there is; nothing else may break a point. */
export const EXEMPTIONS: readonly Exemption[] = [
  {
    point: 'lost-mid-conversation-system',
    compactors: ['sliding-window', 'prune-then-slide'],
    why: 'Haystack removes a system message together with the turn that it stands in',
  },
  {
    point: 'lost-mid-conversation-system',
    compactors: null,
    when: (result) => result.status === 'fallback' && result.step === 'sliding-window',
    why: 'the strategy fell back to the sliding window, whose rule this is',
  },
  {
    point: 'lost-newest-message',
    compactors: ['random-keep'],
    why: 'role random: chance spares nothing but system messages',
  },
  {
    point: 'lost-newest-user-message',
    compactors: ['random-keep'],
    why: 'role random: chance spares nothing but system messages',
  },
  {
    point: 'lost-newest-user-message',
    compactors: ['tail'],
    why: 'role recency: the newest units win, whatever was asked',
  },
  {
    point: 'split-unit',
    compactors: ['summary-naive'],
    why: 'role variant: shows what the protection of pairs is worth',
  },
  {
    point: 'not-smaller',
    compactors: ['summary-naive'],
    why: 'role variant: shows what the check that it shrank is worth',
  },
];
