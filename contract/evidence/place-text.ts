import type { Place } from "#contract/evidence/place.ts";

/** `6.45407, 3.39467, within 12 m`: five decimal places are about a meter. */
export const placeText = ({ latitude, longitude, accuracy }: Place): string =>
	`${latitude.toFixed(5)}, ${longitude.toFixed(5)}, within ${
		Math.round(accuracy) < 1_000 ? `${Math.max(1, Math.round(accuracy))} m` : `${Math.round(accuracy / 1_000)} km`
	}`;
