const POLICIES = ["none", "quarantine", "reject"] as const;
type Policy = (typeof POLICIES)[number];

/** What a DMARC record asks receivers to do (RFC 7489, 6.3). */
type Dmarc = {
	/** Undefined if it says nothing valid: receivers then apply `none`, or nothing at all. */
	policy: Policy | undefined;
	/** For subdomains, if it says something else for them. */
	subdomains: Policy | undefined;
	/** The share of mail that the policy is for, in percent. */
	share: number;
};

export function readDmarc(record: string): Dmarc {
	const tags = new Map(
		record.split(";").flatMap((tag): [string, string][] => {
			const at = tag.indexOf("=");
			return at < 0
				? []
				: [
						[
							tag.slice(0, at).trim().toLowerCase(),
							tag
								.slice(at + 1)
								.trim()
								.toLowerCase(),
						],
					];
		}),
	);
	const policyIn = (name: string) => POLICIES.find((policy) => policy === tags.get(name));
	const share = tags.get("pct") ?? "";
	return {
		policy: policyIn("p"),
		subdomains: policyIn("sp"),
		share: /^\d{1,3}$/.test(share) ? Math.min(100, Number(share)) : 100,
	};
}
