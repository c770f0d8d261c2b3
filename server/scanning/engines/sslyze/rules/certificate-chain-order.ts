import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const chainOrder: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "certificate-chain-order",
		title: "The certificate chain is sent in the wrong order",
		severity: "low",
		cwe: 295,
		why: {
			owner: "Some devices and programs will not connect.",
			engineer:
				"The server's certificates are not each signed by the next (RFC 5246, 7.4.2); strict clients refuse them.",
		},
		fix: {
			owner: "Ask your host to put the certificates in order.",
			engineer: "Send the leaf first, then each issuer; most authorities provide a full chain file.",
		},
	},
	judge({ endpoint, result }) {
		const chains = result.certificate_info?.result?.certificate_deployments ?? [];
		return chains.some(({ received_chain_has_valid_order: ordered }) => ordered === false)
			? [observed(endpoint, "Certificates are not in the order in which they sign each other")]
			: [];
	},
};
