import type { Passwords } from "./passwords.ts";
import { limited, type Refusal } from "./refusal.ts";
import { createTurns } from "./turns.ts";

/** Who has a password computed: their network, and the account or address that it is about. */
type Who = { network: string; account: string };

/** Lets in whoever wants a password computed, few at a time for each. */
export type PasswordLine = {
	/**
	 * Runs `work` with passwords that take their turns among the networks; refuses at once where the network or the account
	 * has too many under way already, before anything was asked of the database.
	 */
	serve<T>(who: Who, work: (passwords: Passwords) => Promise<T>): Promise<T | Refusal>;
	/** For work of our own, such as the codes in mails. */
	ours: Passwords;
};

/** Each takes 19 MiB and one of the four threads that Node also needs for files and names. */
const AT_ONCE = 2;
/** About five seconds' worth over all networks: later ones are turned away rather than left waiting. */
const WAITING = 200;
/** Half a second's worth: an office whose people all sign in at nine, and a burst of one program. */
const PER_NETWORK = 24;
/** Of these for one account. Not over all networks: strangers could keep its owner out. */
const PER_ACCOUNT = 8;
/** By then those who were let in are served. */
const AGAIN_SECONDS = 2;

export function createPasswordLine(passwords: Passwords): PasswordLine {
	const inTurn = createTurns({ atOnce: AT_ONCE, waiting: WAITING });
	const networks = createCount(PER_NETWORK);
	const accounts = createCount(PER_ACCOUNT);
	const takingTurns = (whose: string): Passwords => ({
		hash: (password) => inTurn(whose, () => passwords.hash(password)),
		verify: (password, phc) => inTurn(whose, () => passwords.verify(password, phc)),
	});

	return {
		ours: takingTurns("ours"),
		async serve({ network, account }, work) {
			if (!networks.enter(network)) {
				return limited("busy_network", "Many passwords are being checked for your network.", AGAIN_SECONDS, "client");
			}
			const pair = `${network} ${account}`;
			try {
				if (!accounts.enter(pair)) {
					return limited("busy_account", "Many passwords are being checked for this account.", AGAIN_SECONDS);
				}
				try {
					return await work(takingTurns(`network ${network}`));
				} finally {
					accounts.leave(pair);
				}
			} finally {
				networks.leave(network);
			}
		},
	};
}

/** How many are inside, by name. */
function createCount(atMost: number) {
	const inside = new Map<string, number>();
	return {
		enter(name: string): boolean {
			const count = inside.get(name) ?? 0;
			if (count >= atMost) return false;
			inside.set(name, count + 1);
			return true;
		},
		leave(name: string): void {
			const count = inside.get(name) ?? 0;
			if (count > 1) inside.set(name, count - 1);
			else inside.delete(name);
		},
	};
}
