import { PACKS } from "#contract/frameworks/packs.ts";
import { faultsOfCatalog } from "#contract/frameworks/packs-of.ts";
import file from "./catalog.json" with { type: "json" };
import { type CatalogControl, catalog } from "./catalog.ts";

/** Our controls. Everything that loads them fails if one is invalid. */
export const CATALOG: readonly CatalogControl[] = catalog.parse(file);

const [fault] = faultsOfCatalog(CATALOG, PACKS);
if (fault !== undefined) throw new Error(`contract/controls/catalog.json: ${fault}.`);
