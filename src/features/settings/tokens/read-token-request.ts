import { clientId } from "#contract/ids.ts";
import { tokenScope } from "#contract/tokens/token-scopes.ts";
import type { TokenRequest } from "#contract/tokens/tokens.ts";

/** What the form of a new token holds. The server says what is wrong with it. */
export function readTokenRequest(form: FormData): TokenRequest {
	const textOf = (name: string) => form.get(name)?.toString() ?? "";
	const client = textOf("clientId");
	return {
		name: textOf("name").trim(),
		scopes: form.getAll("scopes").map((scope) => tokenScope.parse(scope)),
		...(client !== "" && { clientId: clientId.parse(client) }),
		endsOn: textOf("endsOn"),
	};
}
