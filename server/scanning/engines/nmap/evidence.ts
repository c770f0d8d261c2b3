import type { Software } from "../../software/identify.ts";
import { identifyService } from "../../software/identify-cpe.ts";
import type { SeenSoftware } from "../shared/evidence.ts";
import type { Service } from "./read-xml.ts";

/** An open port of the host. */
export type OpenService = Service & { host: string };

/** How a service is shown: nmap's name for it and what it says about itself. */
export function shownAs({ name, product, version, extra, probed }: Service): string {
	const said = [product, version, extra && `(${extra})`].filter((text) => text !== "").join(" ");
	if (said !== "") return `${name || "unknown service"}: ${said}`;
	if (name === "") return "A service that nmap does not know";
	return probed ? name : `${name}, guessed from the port's number`;
}

export function sourceOf({ port }: Service): string {
	return `Nmap on port ${port}`;
}

/** A real service names one or two; any more are only there to flood reports. */
const MOST_SOFTWARE = 1_000;

/** Every piece of software that the services name with a version, for the rules about support. `isCut`: they name more than we keep. */
export function softwareOf(services: readonly OpenService[]): { software: SeenSoftware[]; isCut: boolean } {
	const named = services.flatMap((service) =>
		identifyService(service).map(
			(found: Software): SeenSoftware => ({
				...found,
				source: sourceOf(service),
				text: shownAs(service),
				endpoint: { host: service.host, port: service.port },
			}),
		),
	);
	return { software: named.slice(0, MOST_SOFTWARE), isCut: named.length > MOST_SOFTWARE };
}
