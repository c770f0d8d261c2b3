import { CATALOG_BYTES } from "#contract/frameworks/framework-operations.ts";
import type { CatalogFile } from "#src/lib/compliance/frameworks-api.ts";
import { typeByEnding } from "#src/lib/forms/type-by-ending.ts";

export const ENDINGS = ["json", "csv", "xlsx"] as const;

/** A file as it is sent, or why it is not. */
export function catalogFile(file: File): CatalogFile | { trouble: string } {
	const type = typeByEnding(file, ENDINGS);
	if (type === null) return { trouble: "That is not a JSON, CSV or XLSX file. Nothing was added." };
	if (file.size > CATALOG_BYTES) return { trouble: "That file is larger than 50 MB. Nothing was added." };
	return { file, type };
}
