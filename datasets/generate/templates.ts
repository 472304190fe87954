import type { Carrier, FactKind } from '../../harness/index.ts';

/**
 * How facts of one kind are planted. In every text `{s}` is the subject, `{d}` the subject with dashes, `{n}` the fact's own number,
 * `{v}` the value, `{a}` the part of it that an answer must give, `{w}` that part with a digit changed, `{o}` the old value.
 */
export interface FactTemplate {
  kind: FactKind;
  value: string;
  answer: string;
  /** The sentence that states the fact, for each carrier that may hold it. */
  carriers: Partial<Record<Carrier, string>>;
  /** The sentence of a user that stated the value before. */
  old?: string;
  statement: string;
  question: string;
  paraphrase: string;
  right: string;
  wrong: string[];
}

/** One template a kind. */
export const FACT_TEMPLATES: readonly FactTemplate[] = [
  {
    kind: 'identifier',
    value: 'TK-{n}',
    carriers: {
      user: 'The ticket for the {s} service is {v}.',
      assistant: 'I opened the ticket {v} for the {s} service.',
      'tool-call': "tickets show --service '{s}' --id {v}",
      'tool-result': 'ticket of {s}: {v}',
      'deep-tool-result': 'ticket of {s}: {v}',
    },
    statement: 'The ticket of the {s} service is {v}.',
    question: 'Which ticket belongs to the {s} service?',
    paraphrase: 'Name the tracker entry that was filed about {s}.',
    right: 'It is {v}.',
    wrong: ['It is {w}.', 'No ticket was opened.'],
    answer: '{v}',
  },
  {
    kind: 'path',
    value: 'conf/{d}/{n}.toml',
    carriers: {
      user: 'The settings of {s} lie in {v}.',
      assistant: 'I found the settings of {s} in {v}.',
      'tool-call': "edit --why '{s}' {v}",
      'tool-result': '{s} reads {v}',
      'deep-tool-result': '{s} reads {v}',
    },
    statement: 'The settings of {s} lie in {v}.',
    question: 'In which file are the settings of {s}?',
    paraphrase: 'Where does {s} read its configuration from?',
    right: 'In {v}.',
    wrong: ['In {w}.', 'In the home folder.'],
    answer: '{v}',
  },
  {
    kind: 'number',
    value: '{n}',
    carriers: {
      user: 'The {s} service must listen on port {v}.',
      assistant: 'The {s} service listens on port {v} from now on.',
      'tool-call': "open-port --service '{s}' --port {v}",
      'tool-result': 'listening: {s} port {v}',
      'deep-tool-result': 'listening: {s} port {v}',
    },
    statement: 'The {s} service listens on port {v}.',
    question: 'On which port does the {s} service listen?',
    paraphrase: 'Give the TCP endpoint number of {s}.',
    right: 'Port {v}.',
    wrong: ['Port {w}.', 'It listens on a socket file.'],
    answer: '{v}',
  },
  {
    kind: 'command',
    value: 'rebuild --shard {n}',
    carriers: {
      user: 'To restore {s}, run {v} once.',
      assistant: '{s} is restored by {v}.',
      'tool-call': '{v} # restores {s}',
      'tool-result': 'restore of {s} done by: {v}',
      'deep-tool-result': 'restore of {s} done by: {v}',
    },
    statement: '{s} is restored by the command {v}.',
    question: 'Which command restores {s}?',
    paraphrase: 'What has to be run to bring {s} back?',
    right: '{v}',
    wrong: ['{w}', 'restart'],
    answer: '{v}',
  },
  {
    kind: 'error',
    value: 'ERR_{n}',
    carriers: {
      user: 'Last night {s} stopped with {v}.',
      assistant: '{s} fails with {v}.',
      'tool-call': 'explain {v} # from {s}',
      'tool-result': 'FATAL {s} ended with {v}',
      'deep-tool-result': 'FATAL {s} ended with {v}',
    },
    statement: '{s} ended with the error {v}.',
    question: 'Which error did {s} end with?',
    paraphrase: 'What was the failure code when {s} went down?',
    right: '{v}',
    wrong: ['{w}', 'It ran out of memory.'],
    answer: '{v}',
  },
  {
    kind: 'decision',
    value: 'plan P{n}',
    carriers: {
      user: 'For {s} we take {v}, since it needs no downtime.',
      assistant: 'For {s} I chose {v}, because it can be rolled back.',
    },
    statement: 'For {s}, {v} was chosen.',
    question: 'What was decided for {s}?',
    paraphrase: 'Which way forward was picked in the case of {s}?',
    right: 'It was {v}.',
    wrong: ['It was {w}.', 'Nothing was chosen.'],
    answer: '{v}',
  },
  {
    kind: 'constraint',
    value: '{n} requests',
    carriers: {
      user: '{s} must stay below {v} a minute, whatever happens.',
    },
    statement: '{s} must stay below {v} a minute.',
    question: 'Which limit must {s} keep to?',
    paraphrase: 'How much load a minute is {s} allowed at most?',
    right: 'Below {v} a minute.',
    wrong: ['Below {w} a minute.', 'There is no limit.'],
    answer: '{v}',
  },
  {
    kind: 'negation',
    value: 'Never touch table t{n}',
    answer: 't{n}',
    carriers: {
      user: '{v} of {s}.',
    },
    statement: 'Table t{n} of {s} must never be touched.',
    question: 'Which table of {s} is off limits?',
    paraphrase: "What part of {s}'s database may nobody change?",
    right: 'Table {a}.',
    wrong: ['Table {w}.', 'None, all of them may be changed.'],
  },
  {
    kind: 'preference',
    value: 'layout L{n}',
    carriers: {
      user: 'For reports about {s} I prefer {v}.',
    },
    statement: 'The user prefers {v} for reports about {s}.',
    question: 'How does the user like reports about {s}?',
    paraphrase: 'Which form should a write-up on {s} have?',
    right: 'In {v}.',
    wrong: ['In {w}.', 'As a table.'],
    answer: '{v}',
  },
  {
    kind: 'superseded',
    value: 'limit {n}',
    carriers: {
      user: 'New for {s}: from now on use {v}.',
      assistant: 'I changed {s} to {v}, the earlier one was too low.',
      'tool-call': "set --service '{s}' {v}",
      'tool-result': '{s} now has {v}',
      'deep-tool-result': '{s} now has {v}',
    },
    old: 'For a start, give {s} {o}.',
    statement: '{s} has {v} in the end.',
    question: 'Which limit holds for {s} at the end?',
    paraphrase: 'What is the final cap that {s} was given?',
    right: 'It is {v}.',
    wrong: ['It is {o}.', 'It is {w}.'],
    answer: '{v}',
  },
  {
    kind: 'open-task',
    value: 'change C{n}',
    carriers: {
      user: 'Still to do for {s}: review {v}.',
      assistant: 'Open for {s}: {v} waits for a review.',
    },
    statement: 'For {s}, {v} is still to be reviewed.',
    question: 'What is still to be done for {s}?',
    paraphrase: 'Which piece of work about {s} is left?',
    right: 'Reviewing {v}.',
    wrong: ['Reviewing {w}.', 'Nothing is left.'],
    answer: '{v}',
  },
  {
    kind: 'done-task',
    value: 'batch B{n}',
    carriers: {
      assistant: 'Done for {s}: {v} is migrated.',
      'tool-result': '{s}: {v} migrated, nothing left',
      'deep-tool-result': '{s}: {v} migrated, nothing left',
    },
    statement: 'For {s}, {v} is already migrated.',
    question: 'What has already been migrated for {s}?',
    paraphrase: 'Which move about {s} need not be repeated?',
    right: '{v}, that is done.',
    wrong: ['{w}, that is done.', 'Nothing yet.'],
    answer: '{v}',
  },
  {
    kind: 'artifact',
    value: 'reports/{d}-{n}.md',
    carriers: {
      assistant: 'I wrote the findings about {s} to {v}.',
      'tool-call': 'write {v} # findings about {s}',
      'tool-result': 'created {v} for {s}',
      'deep-tool-result': 'created {v} for {s}',
    },
    statement: 'The findings about {s} were written to {v}.',
    question: 'Which file holds the findings about {s}?',
    paraphrase: 'Where was the write-up on {s} saved?',
    right: '{v}',
    wrong: ['{w}', 'It was not saved.'],
    answer: '{v}',
  },
  {
    kind: 'absent',
    value: 'owner O{n}',
    carriers: {},
    statement: 'Nobody says who is on call for {s}.',
    question: 'Who is on call for {s}?',
    paraphrase: 'Which person takes the pager when {s} breaks?',
    right: 'not known',
    wrong: ['It is {v}.', 'It is {w}.'],
    answer: '{v}',
  },
];
