import { useEffect, useState } from "react";

/** The device's time in milliseconds, looked at again every second. Never on a prerendered page: 0 until it is alive. */
export function useNow(): number {
	const [now, setNow] = useState(0);
	useEffect(() => {
		const look = () => setNow(Date.now());
		look();
		const timer = setInterval(look, 1000);
		return () => clearInterval(timer);
	}, []);
	return now;
}
