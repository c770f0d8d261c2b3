import * as z from "zod/mini";

/** Where it was captured, only if the person asked for it. WGS 84. */
export const place = z.strictObject({
	latitude: z
		.number("A latitude is a number.")
		.check(z.minimum(-90, "A latitude is at least -90."), z.maximum(90, "A latitude is at most 90.")),
	longitude: z
		.number("A longitude is a number.")
		.check(z.minimum(-180, "A longitude is at least -180."), z.maximum(180, "A longitude is at most 180.")),
	/** Meters. */
	accuracy: z.number("Accuracy is a number of meters.").check(z.nonnegative("Accuracy is a number of meters.")),
});
export type Place = z.infer<typeof place>;
