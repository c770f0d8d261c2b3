import * as z from "zod/mini";
import data from "./https-only.json" with { type: "json" };

const table = z.object({
	/** The version that was asked. */
	chromium: z.string(),
	tried: z.iso.date(),
	/** How many top-level domains were tried. */
	of: z.int(),
	names: z.array(z.string().check(z.minLength(1))),
});

/** Parses a table from its file's text. Throws if it is not one. */
export const readHttpsOnly = (json: string) => table.parse(JSON.parse(json));

/**
 * Top-level domains for which browsers use https by themselves, because their registries asked for it. Browsers have single names
 * built in too, which come and go and are not here. `npm run refresh-https-only` updates it before a release.
 */
export const HTTPS_ONLY = table.parse(data);

const NAMES: ReadonlySet<string> = new Set(HTTPS_ONLY.names);

/** Whether browsers use https for a host without being told. */
export function isHttpsOnly(host: string): boolean {
	return NAMES.has(host.slice(host.lastIndexOf(".") + 1));
}
