import { FRAMEWORK_IDS } from "./framework-ids.ts";
import type { ShippedId, ShippedPack } from "./pack.ts";
import caf from "./packs/caf.json" with { type: "json" };
import cpg from "./packs/cpg.json" with { type: "json" };
import cra from "./packs/cra.json" with { type: "json" };
import dora from "./packs/dora.json" with { type: "json" };
import essentialEight from "./packs/essential-eight.json" with { type: "json" };
import gdpr from "./packs/gdpr.json" with { type: "json" };
import hipaa from "./packs/hipaa.json" with { type: "json" };
import iso27001 from "./packs/iso-27001.json" with { type: "json" };
import mvsp from "./packs/mvsp.json" with { type: "json" };
import ndpa from "./packs/ndpa.json" with { type: "json" };
import nis2 from "./packs/nis2.json" with { type: "json" };
import nist800171 from "./packs/nist-800-171.json" with { type: "json" };
import nistAiRmf from "./packs/nist-ai-rmf.json" with { type: "json" };
import nistCsf from "./packs/nist-csf.json" with { type: "json" };
import nistPrivacy from "./packs/nist-privacy.json" with { type: "json" };
import nistSsdf from "./packs/nist-ssdf.json" with { type: "json" };
import owaspApiTop10 from "./packs/owasp-api-top-10.json" with { type: "json" };
import owaspAsvs from "./packs/owasp-asvs.json" with { type: "json" };
import owaspTop10 from "./packs/owasp-top-10.json" with { type: "json" };
import pciDss from "./packs/pci-dss.json" with { type: "json" };
import popia from "./packs/popia.json" with { type: "json" };
import soc2 from "./packs/soc-2.json" with { type: "json" };
import { packsOf } from "./packs-of.ts";

/** The packs that we ship. Everything that loads them fails if one is invalid: the build, the server, the tests. */
export const PACKS: Readonly<Record<ShippedId, ShippedPack>> = packsOf({
	"nist-csf": nistCsf,
	"iso-27001": iso27001,
	"soc-2": soc2,
	"pci-dss": pciDss,
	hipaa,
	gdpr,
	ndpa,
	nis2,
	dora,
	cra,
	popia,
	mvsp,
	"essential-eight": essentialEight,
	cpg,
	caf,
	"nist-800-171": nist800171,
	"nist-ssdf": nistSsdf,
	"nist-privacy": nistPrivacy,
	"nist-ai-rmf": nistAiRmf,
	"owasp-asvs": owaspAsvs,
	"owasp-top-10": owaspTop10,
	"owasp-api-top-10": owaspApiTop10,
});

/** All packs, in the order of FRAMEWORK_IDS. */
export const ALL_PACKS: readonly ShippedPack[] = FRAMEWORK_IDS.map((id) => PACKS[id]);
