import * as z from "zod/mini";

/** `GET questionnaire/`: what the frame of /ndpr shows. If both are null: our own questionnaire. */
export const questionnaire = z.object({
	/** Address of the provider's embed script. */
	script: z.nullable(z.string()),
	/** Address of the provider's hosted form. */
	form: z.nullable(z.string()),
});
export type Questionnaire = z.infer<typeof questionnaire>;
