import { expect, it } from 'vitest';
import { readOptions } from '../../../scripts/bench/read-options.ts';

it('turns texts into settings, and leaves what does not fit for the parser to name', () => {
  const { settings, flagOf } = readOptions({
    compactors: 'sliding-window, summary,',
    budgets: '0.2,4000,x',
    smallModel: 'recorded:a',
    trials: '3',
    attemptMs: 'soon',
    json: true,
  });
  expect(settings).toEqual({
    compactors: ['sliding-window', 'summary'],
    budgets: [0.2, 4000, 'x'],
    smallModel: 'recorded:a',
    trials: 3,
    attemptMs: 'soon',
  });
  expect(flagOf.get('attemptMs')).toBe('--attempt-ms');
});
