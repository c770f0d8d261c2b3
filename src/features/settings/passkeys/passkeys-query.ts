import { queryOptions } from "@tanstack/react-query";
import { passkeyList } from "#contract/accounts/passkeys.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET accounts/passkeys/`. How an account is protected is not kept on a device. */
export const passkeysQuery = queryOptions({
	queryKey: ["passkeys"],
	meta: { kept: false },
	queryFn: ({ signal }) => callApi(API_PATHS.passkeys, { answer: passkeyList, signal }),
});

export const renamePasskey = (passkeyId: string, name: string) =>
	callApi(fillPath(API_PATHS.passkey, { passkeyId }), { method: "PATCH", body: { name } });
export const removePasskey = (passkeyId: string) =>
	callApi(fillPath(API_PATHS.passkey, { passkeyId }), { method: "DELETE" });
