import type { Gathered } from "../../evidence.ts";
import { registeredDomain } from "../same-site.ts";
import type { Session } from "../session.ts";
import type { DnsRecords, Records } from "./dns-records.ts";

/** Looks up the mail records of the registered domain: mail is sent in its name, not in that of `www`. */
export async function gatherMail(session: Session): Promise<Gathered<"mail">> {
	const domain = registeredDomain(session.target.target.host);
	if (domain === undefined) return { units: [], gaps: [] };
	const [spf, dmarc, mx] = await Promise.all([
		ask(session, "txt", domain),
		ask(session, "txt", `_dmarc.${domain}`),
		ask(session, "mx", domain),
	]);
	const receiving = takesMail(mx) ? await gatherReceiving(session, domain) : undefined;
	return {
		units: [
			{
				domain,
				spf: startingWith(spf, /^v=spf1(?:\s|$)/i),
				dmarc: startingWith(dmarc, /^v\s*=\s*DMARC1\s*(?:;|$)/i),
				receiving: receiving?.evidence,
			},
		],
		gaps: [
			...gap(spf, "SPF", domain),
			...gap(dmarc, "DMARC", domain),
			...gap(mx, "MX", domain),
			...(receiving?.gaps ?? []),
		],
	};
}

/** An MX record without a host, or with the root as its host, says that the domain takes no mail (RFC 7505). */
const takesMail = (mx: Records): boolean =>
	mx.status === "found" && mx.records.some((record) => /^\d+ +[^. ]/.test(record));

/** What a domain that takes mail says about the connections that bring it. The policy that MTA-STS points to is not requested. */
async function gatherReceiving(session: Session, domain: string) {
	const [mtaSts, tlsRpt] = await Promise.all([
		ask(session, "txt", `_mta-sts.${domain}`),
		ask(session, "txt", `_smtp._tls.${domain}`),
	]);
	return {
		evidence: { mtaSts: startingWith(mtaSts, /^v=STSv1;/), tlsRpt: startingWith(tlsRpt, /^v=TLSRPTv1;/) },
		gaps: [...gap(mtaSts, "MTA-STS", domain), ...gap(tlsRpt, "TLS-RPT", domain)],
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
	const question = session.records[kind];
	if (!question) return { status: "none" };
	const settle = session.send(`DNS ${kind.toUpperCase()} ${name}`, undefined);
	const answer = await question(name, session.signal);
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
