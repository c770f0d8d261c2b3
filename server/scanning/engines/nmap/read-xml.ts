import { SaxesParser } from "saxes";

/** One open port and what nmap reports about it. All texts come from the target and are untrusted. */
export type Service = {
	port: number;
	/** Nmap's name for the service, such as `http`; empty if it has none. */
	name: string;
	product: string;
	version: string;
	extra: string;
	/** The service is behind TLS. */
	tls: boolean;
	/** The service answered a probe; otherwise the name is a guess from the port's number. */
	probed: boolean;
	cpes: string[];
};

/** The result of one run of nmap; `broken` output is never read as "nothing found". */
export type NmapOutput =
	| { status: "done"; services: Service[] }
	/** Nmap gave up on the host and says nothing about any port. */
	| { status: "host-timeout" }
	| { status: "broken"; reason: string };

const MAX_SERVICES = 1_000;
const MAX_TEXT = 300;
const MAX_CPES = 10;
const MAX_DEPTH = 20;

class NmapError extends Error {}

/** The cut must not leave half a character, which the database does not store. */
const bounded = (text: string) => text.slice(0, MAX_TEXT).toWellFormed();

/**
 * Reads nmap's XML as a stream of events: only open ports are kept, so a million closed ones cost nothing. The parser knows XML's five
 * entities and no others, and fetches nothing; a document that declares entities is refused.
 */
export function readNmapXml(xml: string): NmapOutput {
	const services: Service[] = [];
	let current: Service | undefined;
	let cpe: string | undefined;
	let depth = 0;
	let hosts = 0;
	let timedOut = false;
	let finished = "";
	let errorMessage = "";

	const parser = new SaxesParser();
	parser.on("error", (error) => {
		throw new NmapError(error.message);
	});
	parser.on("doctype", (doctype) => {
		if (doctype.includes("[")) throw new NmapError("it declares entities of its own");
	});
	parser.on("opentag", ({ name, attributes }) => {
		depth++;
		if (depth > MAX_DEPTH) throw new NmapError("its elements are nested too deeply");
		if (depth === 1 && name !== "nmaprun") throw new NmapError("it is not nmap's");
		const text = (attribute: string) => bounded(String(attributes[attribute] ?? ""));
		switch (name) {
			case "host":
				hosts++;
				if (text("timedout") === "true") timedOut = true;
				break;
			case "port":
				current = {
					port: Number(text("portid")),
					name: "",
					product: "",
					version: "",
					extra: "",
					tls: false,
					probed: false,
					cpes: [],
				};
				break;
			case "state":
				if (text("state") !== "open") current = undefined;
				break;
			case "service":
				if (!current) break;
				Object.assign(current, {
					name: text("name"),
					product: text("product"),
					version: text("version"),
					extra: text("extrainfo"),
					tls: text("tunnel") === "ssl",
					probed: text("method") === "probed",
				});
				break;
			case "cpe":
				cpe = "";
				break;
			case "finished":
				finished = text("exit");
				errorMessage = text("errormsg");
				break;
		}
	});
	parser.on("text", (text) => {
		if (cpe !== undefined) cpe = bounded(cpe + text);
	});
	parser.on("closetag", ({ name }) => {
		depth--;
		if (name === "cpe") {
			if (current && cpe && current.cpes.length < MAX_CPES) current.cpes.push(cpe);
			cpe = undefined;
		}
		if (name === "port" && current) {
			if (!Number.isInteger(current.port) || current.port < 1 || current.port > 65_535)
				throw new NmapError("it names a port that is none");
			if (services.length === MAX_SERVICES) throw new NmapError(`it lists more than ${MAX_SERVICES} open ports`);
			services.push(current);
			current = undefined;
		}
	});

	try {
		parser.write(xml).close();
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { status: "broken", reason: `Its output could not be read: ${error.message.slice(0, 200)}` };
	}
	if (finished !== "success") return { status: "broken", reason: errorMessage || "It did not finish." };
	if (hosts !== 1) return { status: "broken", reason: `It looked at ${hosts} hosts in place of one.` };
	return timedOut ? { status: "host-timeout" } : { status: "done", services };
}
