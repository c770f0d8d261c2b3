import { CATALOG } from "#contract/controls/catalog-data.ts";
import type { Template, TemplateId } from "./template.ts";
import ndpa from "./templates/ndpa.json" with { type: "json" };
import siteVisit from "./templates/site-visit.json" with { type: "json" };
import vendor from "./templates/vendor.json" with { type: "json" };
import { templatesOf } from "./templates-of.ts";

/** The templates that we ship. Whatever loads this fails where one is not as it should be: the build, the server, the tests. */
export const TEMPLATES: readonly Template[] = templatesOf(
	{ ndpa, vendor, "site-visit": siteVisit },
	new Set(CATALOG.map(({ code }) => code)),
);

/**
 * Versions that were released and replaced, from `templates/replaced`: a visit that was begun without a connection before an
 * update still names one, and must arrive.
 */
const REPLACED: readonly Template[] = [];

/** One that we ship or have shipped; undefined if there is no such version. */
export const templateOf = (id: TemplateId, version: number): Template | undefined =>
	[...TEMPLATES, ...REPLACED].find((template) => template.id === id && template.version === version);
