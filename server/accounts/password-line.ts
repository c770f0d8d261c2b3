import type { Passwords } from "./passwords.ts";
import { limited, type Refusal } from "./refusal.ts";
import { createTurns, type InTurn } from "./turns.ts";

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
/** Calls of one network that are worked on, so that they leave connections to the database for others. */
const NETWORK_AT_ONCE = 4;
/** And those that may be there, waiting ones with them: an office whose people all sign in at nine. */
const PER_NETWORK = 24;
/** Of these for one account. Not over all networks: strangers could keep its owner out. */
const PER_ACCOUNT = 8;
/** By then those who were let in are served. */
const AGAIN_SECONDS = 2;

/** The calls of one network that are there now. */
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
