import * as z from "zod/mini";
import data from "./table.json" with { type: "json" };

const cycle = z.object({
	/** Release line, such as `1.14`. */
	cycle: z.string(),
	/** Day on which free security fixes ended or will end; true: ended, day not known; null: no end set, which is no promise. */
	end: z.union([z.iso.date(), z.literal(true), z.null()]),
	/** Day on which fixes sold separately end, where there are such. */
	extendedEnd: z.optional(z.iso.date()),
	/** Newest version of the line on the day of the snapshot. */
	latest: z.optional(z.string()),
});
export type Cycle = z.infer<typeof cycle>;

const product = z.object({ title: z.string(), cycles: z.array(cycle) });
export type Product = z.infer<typeof product>;

const table = z.object({ credit: z.string(), snapshot: z.iso.date(), products: z.record(z.string(), product) });
export type EolTable = z.infer<typeof table>;

/** End-of-life dates of well-known software. `npm run refresh-eol` brings it up to date; `snapshot` is its day. */
export const eolTable: EolTable = table.parse(data);
