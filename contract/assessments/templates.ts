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

/** One that we ship; undefined if we have no such version. */
export const templateOf = (id: TemplateId, version: number): Template | undefined =>
	TEMPLATES.find((template) => template.id === id && template.version === version);
