import type { CATALOG_TYPES } from "#contract/frameworks/framework-operations.ts";

const BY_ENDING: Readonly<Record<string, (typeof CATALOG_TYPES)[number]>> = {
	json: "application/json",
	csv: "text/csv",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** What a catalog's file is sent as, by the ending of its name: browsers do not agree on the type. Null if it is none of them. */
export const catalogType = ({ name }: Pick<File, "name">): (typeof CATALOG_TYPES)[number] | null =>
	BY_ENDING[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? null;
