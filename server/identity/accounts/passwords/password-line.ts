import { createTurns, type InTurn } from "#server/platform/turns/in-turn.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { Passwords } from "./passwords.ts";

/** Where a request to hash a password comes from: its network, and the account or address it is about. */
type Who = { network: string; account: string };

/** Admits requests that hash passwords, a few at a time per network and account. */
export type PasswordLine = {
	/**
	 * Runs `work` with hashing that takes turns among networks. Refuses right away, before any database query, if the network or
	 * the account already has too many requests under way.
	 */
	serve<T>(who: Who, work: (passwords: Passwords) => Promise<T>): Promise<T | AccessRefusal>;
	/** For the server's own work, such as the codes in emails. */
	ours: Passwords;
};

/** Each takes 19 MiB and one of the four threads that Node also needs for files and names. */
const AT_ONCE = 2;
/** About five seconds' worth over all networks: later requests are refused instead of left waiting. */
const WAITING = 200;
/** Calls from one network handled at a time, so that others still get database connections. */
const NETWORK_AT_ONCE = 4;
/** Calls from one network in total, including waiting ones: enough for an office that signs in at nine. */
const PER_NETWORK = 24;
/** How many of those may be for one account. Not over all networks, because strangers could keep its owner out. */
const PER_ACCOUNT = 8;
/** By then the admitted requests are done. */
const AGAIN_SECONDS = 2;

/** The current calls of one network. */
type Line = { inside: number; accounts: Map<string, number>; inTurn: InTurn };

export function createPasswordLine(passwords: Passwords): PasswordLine {
	const inTurn = createTurns({ atOnce: AT_ONCE, waiting: WAITING });
	const lines = new Map<string, Line>();
	const takingTurns = (whose: string): Passwords => ({
		hash: (password) => inTurn(whose, () => passwords.hash(password)),
		verify: (password, phc) => inTurn(whose, () => passwords.verify(password, phc)),
	});
	const newLine = (): Line => ({
		inside: 0,
		accounts: new Map(),
		inTurn: createTurns({ atOnce: NETWORK_AT_ONCE, waiting: PER_NETWORK }),
	});

	return {
		ours: takingTurns("ours"),
		async serve({ network, account }, work) {
			const line = lines.get(network) ?? newLine();
			if (line.inside >= PER_NETWORK) {
				return limited("busy_network", "Many passwords are being checked for your network.", AGAIN_SECONDS, "client");
			}
			const ofAccount = line.accounts.get(account) ?? 0;
			if (ofAccount >= PER_ACCOUNT) {
				return limited("busy_account", "Many passwords are being checked for this account.", AGAIN_SECONDS);
			}
			lines.set(network, line);
			line.inside += 1;
			line.accounts.set(account, ofAccount + 1);
			try {
				return await line.inTurn(account, () => work(takingTurns(`network ${network}`)));
			} finally {
				const left = (line.accounts.get(account) ?? 0) - 1;
				if (left > 0) line.accounts.set(account, left);
				else line.accounts.delete(account);
				line.inside -= 1;
				if (line.inside === 0) lines.delete(network);
			}
		},
	};
}
