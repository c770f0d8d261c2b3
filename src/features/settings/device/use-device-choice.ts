import { useEffect, useState } from "react";

/** A choice that is stored on this device. */
type Choice = { read(): Promise<boolean>; write(flag: boolean): Promise<void> };

/** This device's choice; null until it is known, and where nothing can be stored. `choice` is the same in every render. */
export function useDeviceChoice(choice: Choice): [boolean | null, (flag: boolean) => void] {
	const [flag, setFlag] = useState<boolean | null>(null);
	useEffect(() => {
		choice.read().then(setFlag, () => undefined);
	}, [choice]);
	const change = (next: boolean) => {
		setFlag(next);
		choice.write(next).catch(() => setFlag(!next));
	};
	return [flag, change];
}
