import { Command, CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';

/** A command line that was read: options as their raw texts (repeated ones as a list), operands, and flags that no option has. */
export interface Arguments {
  options: Record<string, string | string[] | boolean>;
  operands: string[];
  unknownFlags: string[];
}

/**
 * A command that reports every unknown flag at once instead of stopping at the first. Options are added to it as to any
 * commander command; values stay text, and are parsed with everything else.
 */
export function createCommand(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ helpWidth: 110 })
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride();
}

/** Reads the command line. `exitCode` where there is nothing more to do: help was shown, or a value was missing. */
export function readArguments(
  command: Command,
  argv: readonly string[],
): Arguments | { exitCode: number } {
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  }
  const unknownFlags: string[] = [];
  const operands: string[] = [];
  let afterUnknown = false;
  for (const arg of command.args) {
    const flag = arg.startsWith('-') && arg !== '-';
    if (flag) unknownFlags.push(arg.replace(/=.*$/s, ''));
    // What follows an unknown flag may be its value: one mistake, one message.
    else if (!afterUnknown) operands.push(arg);
    afterUnknown = flag && !arg.includes('=');
  }
  return { options: command.opts(), operands, unknownFlags };
}

/** Long flags of a command, such as `--out`: what a misspelt flag may have meant. */
export function flagNames(command: Command): string[] {
  return command.options.flatMap(({ long }) => (long ? [long] : []));
}

/** Gathers an option that may be given several times. */
export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}
