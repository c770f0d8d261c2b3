import type { Gathered } from "../../evidence.ts";
import { registeredDomain } from "../same-site.ts";
import type { Session } from "../session.ts";
import type { DnsRecords, Records } from "./dns-records.ts";

/** Looks up the mail records of the registered domain: mail is sent in its name, not in that of `www`. */
export async function gatherMail(session: Session): Promise<Gathered<"mail">> {
	const domain = registeredDomain(session.target.target.host);
	if (domain === undefined) return { units: [], gaps: [] };
	const [spf, dmarc] = await Promise.all([ask(session, "txt", domain), ask(session, "txt", `_dmarc.${domain}`)]);
	return {
		units: [
			{ domain, spf: startingWith(spf, /^v=spf1(?:\s|$)/i), dmarc: startingWith(dmarc, /^v\s*=\s*DMARC1\s*(?:;|$)/i) },
		],
		gaps: [...gap(spf, "SPF", domain), ...gap(dmarc, "DMARC", domain)],
	};
}

/** Looks up who may issue certificates, from the host up to its registered domain, as a certification authority does (RFC 8659). */
export async function gatherCaa(session: Session): Promise<Gathered<"caa">> {
	const { host } = session.target.target;
	const domain = registeredDomain(host);
	if (domain === undefined) return { units: [], gaps: [] };
	for (let name = host; name.length >= domain.length; name = name.slice(name.indexOf(".") + 1)) {
		const answer = await ask(session, "caa", name);
		if (answer.status === "unknown") return { units: [], gaps: gap(answer, "CAA", name) };
		// The first name that has any decides, whatever is above it.
		if (answer.status === "found") return { units: [{ domain: host, records: answer.records }], gaps: [] };
	}
	return { units: [{ domain: host, records: [] }], gaps: [] };
}

async function ask(session: Session, kind: keyof DnsRecords, name: string): Promise<Records> {
	const settle = session.send(`DNS ${kind.toUpperCase()} ${name}`, undefined);
	const answer = await session.records[kind](name, session.signal);
	settle(answer.status === "found" ? `${answer.records.length} records` : answer.status);
	return answer;
}

function startingWith(answer: Records, pattern: RegExp): string[] | undefined {
	if (answer.status === "unknown") return undefined;
	return answer.status === "none" ? [] : answer.records.filter((record) => pattern.test(record));
}

function gap(answer: Records, record: string, name: string): string[] {
	return answer.status === "unknown" ? [`The ${record} record of ${name} is not known: ${answer.reason}.`] : [];
}
