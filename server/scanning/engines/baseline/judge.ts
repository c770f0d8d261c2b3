import type { Finding } from "#contract/findings/findings.ts";
import { judgeWith } from "../shared/finding.ts";
import { steadyPath } from "../shared/steady-path.ts";
import type { Evidences, Part } from "./evidence.ts";
import { joinPages } from "./join-pages.ts";
import { RULES } from "./registry.ts";

export const ENGINE = "baseline";

/** Runs every rule of one part on what was collected for it. Pure. */
export function judge<P extends Part>(part: P, units: readonly Evidences[P][], now: Date): Finding[] {
	return RULES[part].flatMap((rule) =>
		joinPages(
			units.map((unit) => ({
				...pageOf(unit),
				findings: judgeWith(ENGINE, [rule], unit, now).map((finding) => ({ ...finding, ...addressOf(part, unit) })),
			})),
		),
	);
}

/** Each address of a host may have its own certificate and settings of TLS. */
const BY_ADDRESS: readonly Part[] = ["tls", "certificate"];

const addressOf = (part: Part, unit: Evidences[Part]): Pick<Finding, "addresses"> =>
	BY_ADDRESS.includes(part) && "endpoint" in unit && "at" in unit.endpoint
		? { addresses: [unit.endpoint.at.address] }
		: {};

/** The page that a unit is about, if it is about one. */
function pageOf(unit: Evidences[Part]): { path: string; named: boolean } {
	if (!("named" in unit)) return { path: "", named: false };
	const { url } = "page" in unit ? unit.page : unit.exchange;
	return { path: steadyPath(new URL(url).pathname), named: unit.named };
}
