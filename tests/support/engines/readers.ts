import { createReaders, forOneScan, type Readers } from "#server/scanning/engines/readers.ts";
import { afterFile } from "../after-file.ts";

/** The real threads. */
export const readers = createReaders();
afterFile(readers.close);

/** What one scan reads with. */
export const readerOfOneScan = (): Readers["run"] => forOneScan(readers);
