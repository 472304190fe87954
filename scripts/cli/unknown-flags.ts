import { closestName, type Problem } from '../../harness/index.ts';

/** A problem for each flag that the command does not have, with the one that was most likely meant. */
export function checkFlags(unknown: readonly string[], known: readonly string[]): Problem[] {
  return unknown.map((flag) => {
    const close = closestName(flag, known);
    return {
      code: 'E_CONFIG',
      place: flag,
      message: 'There is no such option.',
      remedy: close ? `Did you mean ${close}?` : 'See --help for all options.',
    };
  });
}
