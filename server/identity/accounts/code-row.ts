import type { AccountId } from "#contract/ids.ts";
import type { CodePurpose } from "./codes.ts";

/** `emailKey`: the address it was sent to. */
export type CodeRow = { accountId: AccountId; purpose: CodePurpose; emailKey: string; codeHash: string };

/** Which code is meant: the signed-in account's, or that of the account with this address. */
export type CodeQuery = { purposes: CodePurpose[]; emailKey: string; accountId?: AccountId };

/** What the "not me" link in an email with a code cancels. */
export type NotMeLink = Omit<CodeRow, "codeHash">;
