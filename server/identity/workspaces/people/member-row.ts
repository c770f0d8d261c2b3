import type { AccountId } from "#contract/ids.ts";
import type { Standing } from "./member-rules.ts";

export type MemberRow = Standing & { accountId: AccountId; name: string; email: string; since: Date };
