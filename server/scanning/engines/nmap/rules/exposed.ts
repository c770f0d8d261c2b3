import type { Observation } from "../../shared/rule.ts";
import { type OpenService, shownAs, sourceOf } from "../evidence.ts";

/** Services of one type: nmap's name for each, and how the title starts. */
export type Sort = Record<string, string>;

/** One observation if a service is of this type. A name guessed only from the port number lowers the confidence. */
export function exposedObservation(service: OpenService, sort: Sort): Observation[] {
	// Nmap calls databases that speak HTTP `http`; only their product names them.
	const names = [service.name, service.product.split(" ")[0] ?? ""].map((name) => name.toLowerCase());
	const label = names.map((name) => (Object.hasOwn(sort, name) ? sort[name] : undefined)).find(Boolean);
	if (label === undefined) return [];
	return [
		{
			location: { host: service.host, port: service.port, path: "", parameter: "" },
			title: `${label} can be reached from outside on port ${service.port}`,
			evidence: [{ source: sourceOf(service), text: shownAs(service) }],
			...(service.probed ? {} : { confidence: "low" }),
		},
	];
}
