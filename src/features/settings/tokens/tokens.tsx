import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import type { Here } from "../room/workspace-part.tsx";
import { MakeTokenSection } from "./make-token-section.tsx";
import { tokensQuery } from "./tokens-api.ts";
import { TokensSection } from "./tokens-section.tsx";

/** With what programs act for members of the workspace. */
export function Tokens(here: Here) {
	const reading = useQuery(tokensQuery(here.scope));
	return (
		<>
			<AccountData
				what="the API tokens"
				notKept="API tokens are not kept on this device. They load when you are back online."
				reading={reading}
			>
				{({ tokens }) => <TokensSection {...here} tokens={tokens} />}
			</AccountData>
			<MakeTokenSection {...here} />
		</>
	);
}
