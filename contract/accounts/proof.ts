import * as z from "zod/mini";
import { givenPassword, SIGN_IN_WAYS } from "./accounts.ts";
import { secondCode } from "./second-factor.ts";

/** `GET accounts/proof/`: how the owner of this session can prove again who they are. */
export const proof = z.object({
	/** Whether an irreversible action would go through now without asking again. */
	lately: z.boolean(),
	/** Whether a code is needed besides the password. */
	code: z.boolean(),
	/** Whether the account has passkeys. One is enough by itself. */
	passkey: z.boolean(),
	/** How the session started: signing in the same way again is proof, too. Null: from before we recorded this. */
	signedInWith: z.nullable(z.enum(SIGN_IN_WAYS)),
});
export type Proof = z.infer<typeof proof>;

/** `POST accounts/proof/`: the session counts as proved for 15 minutes. */
export const proofGiven = z.strictObject({
	password: givenPassword,
	/** From the app, or a recovery code. Needed if `code` in the answer above is true. */
	code: z.optional(secondCode),
});
export type ProofGiven = z.infer<typeof proofGiven>;
