import { isShortDate } from './calendar.ts';

const letters = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/** Day, month, year, century sign, individual number; the check character is date and number modulo 31. */
export function finnishHetu(candidate: string): boolean {
  const parts = /^(\d{2})(\d{2})(\d{2})[-+A-FU-Y](\d{3})(.)$/.exec(candidate);
  if (parts === null) return false;
  const [, day, month, year, serial, check] = parts;
  return (
    isShortDate(Number(year), Number(month), Number(day)) &&
    letters[Number(`${day}${month}${year}${serial}`) % 31] === check
  );
}
