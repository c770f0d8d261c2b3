import { useState } from "react";
import type { Place } from "#contract/evidence/place.ts";

const PATIENCE_MS = 30_000;

function whyNot({ code }: GeolocationPositionError): string {
	switch (code) {
		case 1:
			return "This page may not read the location. Allow it in the browser’s settings for this page, then try again.";
		case 3:
			return "Finding the location took too long. Try again with a view of the sky, or write it in the note.";
		default:
			return "The location is not known here. Write it in the note instead.";
	}
}

/** Reads the device's location when the user asks for it. */
export function usePlace(onPlace: (place: Place) => void) {
	const [state, setState] = useState<{ status: "idle"; trouble: string | null } | { status: "reading" }>({
		status: "idle",
		trouble: null,
	});
	return {
		state,
		isSupported: typeof navigator !== "undefined" && "geolocation" in navigator,
		read(): void {
			setState({ status: "reading" });
			navigator.geolocation.getCurrentPosition(
				({ coords: { latitude, longitude, accuracy } }) => {
					setState({ status: "idle", trouble: null });
					onPlace({ latitude, longitude, accuracy });
				},
				(error) => setState({ status: "idle", trouble: whyNot(error) }),
				{ enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
			);
		},
	};
}
