import { CATALOG } from "#contract/controls/catalog-data.ts";
import type { Template, TemplateId } from "./template.ts";
import ndpa from "./templates/ndpa.json" with { type: "json" };
import siteVisit from "./templates/site-visit.json" with { type: "json" };
import vendor from "./templates/vendor.json" with { type: "json" };
import { templatesOf } from "./templates-of.ts";

/** The templates that we ship. Everything that loads them fails if one is invalid: the build, the server, the tests. */
export const TEMPLATES: readonly Template[] = templatesOf(
	{ ndpa, vendor, "site-visit": siteVisit },
	new Set(CATALOG.map(({ code }) => code)),
);

/**
 * Released versions that were replaced, from `templates/replaced`: a visit started offline before an update still names one, and
 * must be accepted.
 */
const REPLACED: readonly Template[] = [];

/** A version that we ship or have shipped; undefined if there is none. */
export const templateOf = (id: TemplateId, version: number): Template | undefined =>
	[...TEMPLATES, ...REPLACED].find((template) => template.id === id && template.version === version);
