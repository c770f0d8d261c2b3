import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import type { LookForRecord } from "#server/platform/outgoing/look-for-record.ts";
import type { AccountLimits } from "../accounts/limits.ts";
import type { ProviderClient } from "./provider-client.ts";
import type { SignOnStore } from "./store/sign-on-store.ts";

/** What the use cases of signing in through a company need. */
export type SignOnDeps = {
	store: SignOnStore;
	/** Undefined if the server has no key to encrypt client secrets with. */
	box: SecretBox | undefined;
	client: ProviderClient;
	lookForRecord: LookForRecord;
	limits: AccountLimits;
	/** Where a provider sends people back to. */
	redirectUri: () => string;
	now: () => Date;
};
