import { PACKS } from "#contract/frameworks/packs.ts";
import { faultsOfCatalog } from "#contract/frameworks/packs-of.ts";
import file from "./catalog.json" with { type: "json" };
import { type CatalogControl, catalog } from "./catalog.ts";

/** Our controls. Whatever loads this fails where one is not as it should be. */
export const CATALOG: readonly CatalogControl[] = catalog.parse(file);

const [fault] = faultsOfCatalog(CATALOG, PACKS);
if (fault !== undefined) throw new Error(`contract/controls/catalog.json: ${fault}.`);
