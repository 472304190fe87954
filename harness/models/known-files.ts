import table from './known-files.json' with { type: 'json' };

/** A file of weights that this project knows: name, size in bytes, hash, and the packages whose members make it up. */
export interface KnownModelFile {
  name: string;
  file: string;
  bytes: number;
  sha256: string;
  licence: string;
  /** Its name for `ollama pull`. */
  ollama: string;
  /** Python packages in order; the named members, joined, are the file. */
  packages: { name: string; version: string; member: string }[];
}

/** All known files of weights. */
export const KNOWN_MODEL_FILES: readonly KnownModelFile[] = table.files;
