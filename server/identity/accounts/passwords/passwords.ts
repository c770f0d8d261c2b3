import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

export type Passwords = {
	/** The PHC string to keep. */
	hash(password: string): Promise<string>;
	/** Without a hash, it does the same work and returns false, so the time does not reveal whether there is one. */
	verify(password: string, phc: string | undefined): Promise<boolean>;
};

type Costs = { memory: number; passes: number; parallelism: number };

/** OWASP's password storage cheat sheet, second choice of argon2id: 19 MiB, two passes, one lane. */
const COSTS: Costs = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

const compute = promisify(argon2);

/** Hashes passwords and mailed codes. `derive` is replaced by tests that count. */
export function createPasswords(derive: typeof compute = compute): Passwords {
	const digest = (password: string, nonce: Buffer, tagLength: number, costs: Costs) =>
		// The same password typed on another keyboard may have a different Unicode composition (NIST SP 800-63B, 5.1.1.2).
		derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...costs });

	return {
		async hash(password) {
			const salt = randomBytes(SALT_BYTES);
			const tag = await digest(password, salt, TAG_BYTES, COSTS);
			const { memory, passes, parallelism } = COSTS;
			return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
		},
		async verify(password, phc) {
			if (phc === undefined) {
				await digest(password, randomBytes(SALT_BYTES), TAG_BYTES, COSTS);
				return false;
			}
			const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(phc) ?? [];
			if (tag === "") throw new Error("A stored password hash is not one of ours");
			const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
			const wanted = Buffer.from(tag, "base64");
			return timingSafeEqual(wanted, await digest(password, Buffer.from(salt, "base64"), wanted.length, costs));
		},
	};
}
