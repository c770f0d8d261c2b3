import type { AccountId } from "#contract/ids.ts";
import type { MemberTerms } from "./member-rules.ts";

export type MemberRow = MemberTerms & { accountId: AccountId; name: string; email: string; since: Date };
