import { createReaders, forOneScan, type Readers } from "#server/engines/readers.ts";
import { afterFile } from "./after-file.ts";

const readers = createReaders();
afterFile(readers.close);

/** What one scan reads with, on the real threads. */
export const readerOfOneScan = (): Readers["run"] => forOneScan(readers);
