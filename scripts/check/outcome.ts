/** What a check found. Problems fail it, warnings are only shown; `note` is one line about what was looked at. */
export interface CheckOutcome {
  problems: string[];
  warnings: string[];
  note: string;
}
