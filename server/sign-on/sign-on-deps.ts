import type { AccountLimits } from "../accounts/limits.ts";
import type { LookForRecord } from "../targets/ownership/look-for-record.ts";
import type { SignOnStore } from "./ports.ts";
import type { ProviderClient } from "./provider-client.ts";
import type { SecretSeal } from "./seal-secret.ts";

/** What the use cases of signing in through a company need. */
export type SignOnDeps = {
	store: SignOnStore;
	/** Undefined where several processes share the work and no secret is set. */
	seal: SecretSeal | undefined;
	client: ProviderClient;
	lookForRecord: LookForRecord;
	limits: AccountLimits;
	/** Where a provider sends people back. */
	redirectUri: () => string;
	now: () => Date;
};
