import type { ContractCase } from './contract-run.ts';

/** Cases in which some compactor once broke the contract; tried first, on every one. */
export const ONCE_FOUND: readonly ContractCase[] = [
  {
    // Clipping the only result saves characters, but no whole token.
    messages: [
      {
        id: 'm0',
        role: 'assistant',
        content: [
          { type: 'text', text: ' ' },
          { type: 'tool_call', callId: 'call-0', name: 'bash', arguments: '{not json' },
        ],
      },
      {
        id: 'm1',
        role: 'tool',
        content: [
          {
            type: 'tool_result',
            callId: 'call-0',
            name: 'bash',
            text: 'morbi justo maecenas nunc praesent aenean vitae pellentesque in consequat vestibulum',
            isError: false,
          },
        ],
      },
    ],
    targetShare: 0,
    force: false,
    pins: [],
    seed: 0,
    main: 'obedient',
    small: null,
    contextTokens: 600,
  },
];
