/*
 * Processes that wait for each other: rendezvous, semaphores, and the
 * library's locks on top of them.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

enum
{
	Nproc	= 4,
	Rounds	= 500,
};

static long sem;
static long counter;
static volatile long inside;
static Lock lk;
static QLock ql;
static RWLock rw;
static Rendez rz;
static QLock rzl;

/* run fn in n processes that share memory with this one */
static void
shared(int n, void (*fn)(int))
{
	int i, pid[16];

	for(i = 0; i < n; i++){
		pid[i] = rfork(RFPROC|RFMEM|RFFDG);
		if(pid[i] == 0){
			(*fn)(i);
			_exits(nil);
		}
		expect(pid[i] > 0, "rfork: %r");
	}
	for(i = 0; i < n; i++)
		passes(pid[i], "process");
}

static void
meets(void *v)
{
	expnum((long)rendezvous((void*)7, v), 100, "value of the parent");
}

static void
meeting(void)
{
	int a, b, pid;
	long x, y;

	a = spawn(meets, (void*)5);
	expnum((long)rendezvous((void*)7, (void*)100), 5, "value of the child");
	passes(a, "child");
	/* two that wait under one tag, each gets one of mine */
	a = spawn(meets, (void*)1);
	waitstate(a, "Rendez");
	pid = rfork(RFPROC|RFFDG|RFREND);
	if(pid == 0){
		/* another group: nobody there */
		sleep(50);
		_exits(nil);
	}
	x = (long)rendezvous((void*)7, (void*)100);
	expnum(x, 1, "value of the child");
	passes(a, "child");
	b = spawn(meets, (void*)2);
	y = (long)rendezvous((void*)7, (void*)100);
	expnum(y, 2, "value of the child");
	passes(b, "child");
	passes(pid, "child of another group");
}

static void
semaphores(void)
{
	vlong t;

	sem = 0;
	expnum(semacquire(&sem, 0), 0, "semacquire of none");
	expnum(semrelease(&sem, 2), 2, "semrelease");
	expnum(semacquire(&sem, 0), 1, "semacquire");
	expnum(semacquire(&sem, 1), 1, "semacquire, blocking");
	expnum(sem, 0, "semaphore");
	t = nsec();
	expnum(tsemacquire(&sem, 50), 0, "tsemacquire");
	t = nsec() - t;
	expect(t >= 50000000, "tsemacquire gives up after %lld ns", t);
	semrelease(&sem, 1);
	expnum(tsemacquire(&sem, 50), 1, "tsemacquire");
	experr(semrelease(&sem, -1), "", "semrelease of -1");
	sem = -1;
	experr(semacquire(&sem, 0), "", "semacquire of a negative one");
}

static void
worker(int n)
{
	int i;

	USED(n);
	for(i = 0; i < Rounds; i++){
		if(semacquire(&sem, 1) != 1)
			fail("semacquire: %r");
		if(++inside != 1)
			fail("%ld inside", inside);
		if(i%16 == 0)
			sleep(0);
		counter++;
		inside--;
		semrelease(&sem, 1);
	}
}

static void
semexclude(void)
{
	sem = 1;
	counter = 0;
	shared(Nproc, worker);
	expnum(counter, Nproc*Rounds, "rounds");
	expnum(sem, 1, "semaphore");
}

/* sleepers are woken by a release, as many as it releases */
static void
sleeper(int n)
{
	USED(n);
	if(semacquire(&sem, 1) != 1)
		fail("semacquire: %r");
	ainc(&counter);
}

static void
semwakes(void)
{
	int i, pid[4];

	sem = 0;
	counter = 0;
	for(i = 0; i < 4; i++){
		pid[i] = rfork(RFPROC|RFMEM|RFFDG);
		if(pid[i] == 0){
			sleeper(i);
			_exits(nil);
		}
	}
	for(i = 0; i < 4; i++)
		waitstate(pid[i], "Semacquire");
	semrelease(&sem, 3);
	sleep(100);
	expnum(counter, 3, "woken of three");
	semrelease(&sem, 1);
	for(i = 0; i < 4; i++)
		passes(pid[i], "sleeper");
}

static void
locker(int n)
{
	int i;

	USED(n);
	for(i = 0; i < Rounds; i++){
		lock(&lk);
		inside++;
		if(inside != 1)
			fail("%ld inside", inside);
		counter++;
		if(i%64 == 0)
			sleep(0);
		inside--;
		unlock(&lk);
	}
}

static void
locks(void)
{
	counter = 0;
	shared(Nproc, locker);
	expnum(counter, Nproc*Rounds, "rounds");
	expnum(canlock(&lk), 1, "canlock");
	expnum(canlock(&lk), 0, "canlock again");
}

static void
qlocker(int n)
{
	int i;

	USED(n);
	for(i = 0; i < Rounds; i++){
		qlock(&ql);
		if(++inside != 1)
			fail("%ld inside", inside);
		counter++;
		if(i%8 == 0)
			sleep(0);
		inside--;
		qunlock(&ql);
	}
}

static void
qlocks(void)
{
	counter = 0;
	shared(Nproc, qlocker);
	expnum(counter, Nproc*Rounds, "rounds");
	expnum(canqlock(&ql), 1, "canqlock");
	expnum(canqlock(&ql), 0, "canqlock again");
}

static void
rwlocker(int n)
{
	int i;

	for(i = 0; i < Rounds/4; i++)
		if(n == 0){
			wlock(&rw);
			if(ainc((long*)&inside) != 1)
				fail("a writer is not alone");
			sleep(0);
			adec((long*)&inside);
			counter++;
			wunlock(&rw);
		}else{
			rlock(&rw);
			if(inside != 0)
				fail("a reader beside a writer");
			if(i%8 == 0)
				sleep(0);
			runlock(&rw);
		}
}

static void
rwlocks(void)
{
	counter = 0;
	shared(Nproc, rwlocker);
	expnum(counter, Rounds/4, "rounds of the writer");
	expnum(canwlock(&rw), 1, "canwlock");
	expnum(canrlock(&rw), 0, "canrlock");
}

/* one puts, the others take, under a QLock and a Rendez */
static void
putter(int n)
{
	int i;

	qlock(&rzl);
	for(i = 0; i < 50; i++)
		if(n == 0){
			counter++;
			rwakeup(&rz);
			qunlock(&rzl);
			sleep(0);
			qlock(&rzl);
		}else{
			while(counter == 0)
				rsleep(&rz);
			counter--;
			if(i == 24)
				break;
		}
	qunlock(&rzl);
}

static void
rendezes(void)
{
	counter = 0;
	rz.l = &rzl;
	shared(3, putter);
	expnum(counter, 0, "what is left");
}

static void
privates(void)
{
	void **a, **b;
	int pid;

	a = privalloc();
	b = privalloc();
	expect(a != nil && b != nil && a != b, "privalloc");
	*a = (void*)1;
	pid = rfork(RFPROC|RFMEM);
	if(pid == 0){
		if(*a != (void*)1)
			_exits("child's copy");
		*a = (void*)2;
		_exits(nil);
	}
	passes(pid, "child");
	expect(*a == (void*)1, "privates are shared");
	privfree(b);
	expect(privalloc() == b, "privfree");
}

static void
atomics(void)
{
	long v;

	v = 5;
	expnum(ainc(&v), 6, "ainc");
	expnum(adec(&v), 5, "adec");
	expnum(cas(&v, 4, 9), 0, "cas that fails");
	expnum(cas(&v, 5, 9), 1, "cas");
	expnum(v, 9, "value");
}

Test synctests[] = {
	{"sync rendezvous", meeting},
	{"sync semaphore", semaphores},
	{"sync semaphore excludes", semexclude},
	{"sync semaphore wakes", semwakes},
	{"sync lock", locks},
	{"sync qlock", qlocks},
	{"sync rwlock", rwlocks},
	{"sync rsleep", rendezes},
	{"sync privalloc", privates},
	{"sync atomics", atomics},
	{nil},
};
