import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { DomainsPart } from "./domains-part.tsx";
import { ProviderPart } from "./provider-part.tsx";
import { RemovePart } from "./remove-part.tsx";
import { signOnQuery } from "./sign-on-api.ts";

function Settings(here: Here) {
	const reading = useQuery(signOnQuery(here.scope));
	return (
		<AccountData
			what="company sign-in"
			reading={reading}
			notKept="Company sign-in can be set when you are back online."
		>
			{({ available, redirectUri, provider, domains }) =>
				available ? (
					<>
						<div className="text-15">
							<p>Enter this redirect URI at your provider:</p>
							<p className="wrap-anywhere font-mono text-13">{redirectUri}</p>
							<CopyButton text={redirectUri} what="the redirect URI" />
						</div>
						<DomainsPart {...here} domains={domains} />
						<ProviderPart {...here} provider={provider} />
					</>
				) : (
					<>
						<p className="text-15">
							Not available here: this server has no key to encrypt client secrets with. Its operator has to set
							SEAL_SECRET.
						</p>
						{provider !== null && <RemovePart {...here} />}
					</>
				)
			}
		</AccountData>
	);
}

/** How members sign in with their company’s accounts, through OpenID Connect. */
export function SignOnSection(here: Here) {
	return (
		<Section id="sign-on" heading="Company sign-in">
			<p className="text-15">
				People with an address in your domains sign in at your own provider, such as Entra ID, Okta, Google or Keycloak,
				and become members with the role that you choose.
			</p>
			{here.may("own") ? (
				<Settings {...here} />
			) : (
				<p className="text-15 text-quiet">{whoCan("own")} can change this.</p>
			)}
		</Section>
	);
}
