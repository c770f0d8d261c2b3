import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { ENGINE as BASELINE } from "./baseline/judge.ts";
import { RULES } from "./baseline/registry.ts";

const OF_CERTIFICATE: ReadonlySet<string> = new Set(RULES.certificate.map(({ meta }) => meta.id));

/**
 * The addresses at which a finding was seen and that this scan did not look at, so that it may still be there. An address that the name no
 * longer leads to is left too if the name led to only one: many names lead to one of several in turn. If it led to several, and the scan
 * looked at them as it does, the name no longer leads to the finding.
 */
export function addressesLeft(
	{ addresses = [] }: Pick<ScanReport, "addresses">,
	finding: Pick<Finding, "engine" | "rule" | "location" | "addresses">,
): string[] {
	const { host, port } = finding.location;
	const here = addresses.filter((one) => one.host === host && (one.port === port || one.port === 0));
	const isOfCertificate = finding.engine === BASELINE && OF_CERTIFICATE.has(finding.rule);
	const wasSeen = ({ looked }: AddressLook) => looked === "all" || (isOfCertificate && looked === "certificate");
	const isAround = here.length > 1 && (isOfCertificate ? here.every(wasSeen) : here.some(wasSeen));
	return (finding.addresses ?? []).filter((address) => {
		const looks = here.filter((one) => one.address === address);
		return looks.length > 0 ? !looks.some(wasSeen) : !isAround;
	});
}
