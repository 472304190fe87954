/** The time of day as ISO 8601 in UTC, for what was measured and for dates of files: no part of any key or figure. */
export function wallTimeIso(): string {
  return new Date().toISOString();
}
