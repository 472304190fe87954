import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../harness/index.ts';

const parse = (value: unknown) => parseConfig(value, (path) => path.join('.'));

describe('parseConfig', () => {
  it('takes every kind of setting', () => {
    const config = {
      preset: 'quick',
      compactors: [
        'sliding-window',
        { name: 'sliding-window', label: 'bare', params: { a: null } },
      ],
      budgets: [0.2, 4000],
      hook: { compactAt: 0.7, compactTo: 0.4 },
      modelOptions: { 'openai:x': { contextTokens: 8192, tier: 'strong' } },
    };
    expect(parse(config)).toEqual({ config, problems: [] });
    expect(parse({})).toEqual({ config: {}, problems: [] });
  });

  it('names every problem at once, with value, place and remedy, and keeps what is right', () => {
    const { config, problems } = parse({
      seed: 7,
      bugets: [0.2],
      budgets: [0.2, -1, 1.5, 'x'],
      counter: 'o200k',
      trials: 0,
      compactors: [3, { name: 'a', label: '../x' }],
      hook: { compactAt: 0.3, compactTo: 0.4 },
      modelOptions: { m: { contextTokens: 0, temperature: 1 } },
    });
    expect(config).toEqual({ seed: 7 });
    expect(
      problems.map(({ place, message, remedy }) => `${place}: ${message} ${remedy}`),
    ).toMatchInlineSnapshot(`
      [
        "compactors.0: 3 does not fit: expected a name, or an object with one. Mend the value.",
        "compactors.1.label: "../x" does not fit: expected letters, digits, ".", "_" and "-". Mend the value.",
        "budgets.1: -1 does not fit: Too small: expected number to be >0. Mend the value.",
        "budgets.2: 1.5 does not fit: expected a ratio in (0, 1], or whole tokens above 1. Mend the value.",
        "budgets.3: "x" does not fit: expected number, received string. Mend the value.",
        "trials: 0 does not fit: Too small: expected number to be >=1. Mend the value.",
        "counter: "o200k" does not fit: expected one of "o200k_base"|"cl100k_base"|"approximate". Mend the value.",
        "hook: {"compactAt":0.3,"compactTo":0.4} does not fit: expected compactTo below compactAt. Mend the value.",
        "modelOptions.m.contextTokens: 0 does not fit: Too small: expected number to be >=1. Mend the value.",
        "modelOptions.m.temperature: There is no such setting. Take it out, or spell it right.",
        "bugets: There is no such setting. Did you mean "budgets"?",
      ]
    `);
  });

  it.each([[null], [[]], ['text'], [undefined]])('refuses %j', (value) => {
    expect(parse(value).problems).toHaveLength(1);
  });

  it('keeps a key named __proto__ from doing anything', () => {
    const { problems } = parse(JSON.parse('{"__proto__": {"seed": 3}, "seed": 1}'));
    expect(problems.map(({ place }) => place)).toEqual(['__proto__']);
  });
});
