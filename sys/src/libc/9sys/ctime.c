/*
 * Seconds to dates. Days are counted from 1 March of year 0, so that the
 * leap day is the last of its year. The zone is /env/timezone: "name east
 * summername summereast", then pairs of times between which it is summer.
 */
#include <u.h>
#include <libc.h>

enum
{
	Day	= 24*60*60,
	Npair	= 2*80,
};

typedef struct Zone Zone;
struct Zone
{
	int	known;
	char	std[4];
	char	dst[4];
	long	stdoff;
	long	dstoff;
	long	pair[Npair];
	int	npair;
};

static Zone zone;

/* split seconds, of a zone already added, into tm */
static void
split(vlong t, Tm *tm)
{
	long day, sec, era, y, d, m;

	day = t/Day;
	sec = t%Day;
	if(sec < 0){
		sec += Day;
		day--;
	}
	tm->hour = sec/3600;
	tm->min = sec/60%60;
	tm->sec = sec%60;
	tm->wday = ((day+4)%7 + 7)%7;
	day += 719468;				/* from 1 March of year 0 */
	era = (day >= 0 ? day : day-146096)/146097;
	d = day - era*146097;
	y = (d - d/1460 + d/36524 - d/146096)/365;
	d -= 365*y + y/4 - y/100;
	m = (5*d + 2)/153;
	tm->mday = d - (153*m+2)/5 + 1;
	tm->mon = m < 10 ? m+2 : m-10;
	y += era*400;
	if(tm->mon < 2)
		y++;
	tm->year = y - 1900;
	if(tm->mon < 2)
		tm->yday = d - 306;
	else
		tm->yday = d + 59 + (y%4 == 0 && (y%100 != 0 || y%400 == 0));
}

/* read the zone, once */
static void
readzone(void)
{
	char *s, *p, *f[4];
	int n;

	zone.known = 1;
	strcpy(zone.std, "GMT");
	s = getenv("timezone");
	if(s == nil)
		return;
	p = strchr(s, '\n');
	if(p != nil)
		*p++ = 0;
	n = tokenize(s, f, nelem(f));
	if(n >= 2){
		utfecpy(zone.std, zone.std+sizeof zone.std, f[0]);
		zone.stdoff = strtol(f[1], nil, 10);
	}
	if(n == 4 && p != nil){
		utfecpy(zone.dst, zone.dst+sizeof zone.dst, f[2]);
		zone.dstoff = strtol(f[3], nil, 10);
		while(zone.npair < Npair){
			p += strspn(p, " \t\r\n");
			if(*p == 0)
				break;
			zone.pair[zone.npair++] = strtol(p, &p, 10);
			p += strcspn(p, " \t\r\n");
		}
	}
	free(s);
}

/* the date in UTC */
Tm*
gmtime(long t)
{
	static Tm tm;

	split(t, &tm);
	strcpy(tm.zone, "GMT");
	tm.tzoff = 0;
	return &tm;
}

/* the date in the local zone */
Tm*
localtime(long t)
{
	static Tm tm;
	int i, summer;

	if(!zone.known)
		readzone();
	summer = 0;
	for(i = 0; i+1 < zone.npair; i += 2)
		if(zone.pair[i] <= t && t < zone.pair[i+1])
			summer = 1;
	tm.tzoff = summer ? zone.dstoff : zone.stdoff;
	split((vlong)t + tm.tzoff, &tm);
	strcpy(tm.zone, summer ? zone.dst : zone.std);
	return &tm;
}

/* as in "Thu Jan  1 00:00:00 GMT 1970\n" */
char*
asctime(Tm *tm)
{
	static char buf[64];
	static char days[] = "SunMonTueWedThuFriSat";
	static char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	snprint(buf, sizeof buf, "%.3s %.3s %2d %.2d:%.2d:%.2d %s %d\n",
		days + 3*((uint)tm->wday%7), months + 3*((uint)tm->mon%12),
		tm->mday, tm->hour, tm->min, tm->sec, tm->zone, tm->year+1900);
	return buf;
}

char*
ctime(long t)
{
	return asctime(localtime(t));
}

/* the seconds of a date; its fields may be out of their ranges */
long
tm2sec(Tm *tm)
{
	long y, m;
	vlong day;

	m = tm->mon;
	y = tm->year + 1900 + m/12;
	m %= 12;
	if(m < 0){
		m += 12;
		y--;
	}
	if(m < 2){
		y--;
		m += 12;
	}
	day = 365LL*y + y/4 - y/100 + y/400 + (153*(m-2)+2)/5 + tm->mday-1;
	day -= 719468;
	return ((day*24 + tm->hour)*60 + tm->min)*60 + tm->sec - tm->tzoff;
}
