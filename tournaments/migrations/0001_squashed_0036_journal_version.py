"""All tables as they are since 0036, for a new database. One that exists takes the steps that it has not taken.

What is made in SQL is what only the database can promise: a table's players are in its round, and a result fits the
tournament's scoring.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
import django.utils.timezone
import pairings.snapshot
import tournaments.models.fields
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

SAME_ROUND = """
ALTER TABLE tournaments_appearance ADD CONSTRAINT appearance_pairing_same_round
    FOREIGN KEY (pairing_id, round_id) REFERENCES tournaments_pairing (id, round_id) DEFERRABLE INITIALLY DEFERRED;
"""

RESULT_FITS = """
CREATE FUNCTION tournaments_result_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rules record;
    needed integer;
BEGIN
    SELECT t.best_of, t.draws_allowed, t.score_kind, t.score_total INTO rules
      FROM tournaments_pairing p
      JOIN tournaments_round r ON r.id = p.round_id
      JOIN tournaments_tournament t ON t.id = r.tournament_id
     WHERE p.id = NEW.pairing_id;
    needed := rules.best_of / 2 + 1;
    IF NEW.decision = 'forfeit' THEN
        IF 'draw' IN (NEW.first, NEW.second) OR (NEW.first = 'win' AND NEW.second = 'win')
           OR NEW.games_first IS NOT NULL OR NEW.score_first IS NOT NULL THEN
            RAISE check_violation USING MESSAGE = 'a forfeit is won by one player or lost by both', CONSTRAINT = 'result_forfeit';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT rules.draws_allowed AND 'draw' IN (NEW.first, NEW.second) THEN
        RAISE check_violation USING MESSAGE = 'no draws in this tournament', CONSTRAINT = 'result_draw';
    END IF;
    IF NEW.decision = 'played' AND (NEW.first, NEW.second) NOT IN (('win', 'loss'), ('loss', 'win'), ('draw', 'draw')) THEN
        RAISE check_violation USING MESSAGE = 'one wins and the other loses, or both draw', CONSTRAINT = 'result_sides';
    END IF;
    IF NEW.games_first IS NULL THEN
        IF rules.best_of > 1 AND rules.score_kind = '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the games are missing', CONSTRAINT = 'result_games';
        END IF;
    ELSIF rules.best_of = 1
       OR (rules.best_of % 2 = 0 AND NEW.games_first + NEW.games_second + NEW.games_drawn > rules.best_of)
       OR (rules.best_of % 2 = 1 AND (greatest(NEW.games_first, NEW.games_second) > needed
           OR least(NEW.games_first, NEW.games_second) >= needed OR NEW.games_drawn > rules.best_of))
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.games_first > NEW.games_second THEN 'win'
           WHEN NEW.games_first < NEW.games_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the games do not fit the tournament', CONSTRAINT = 'result_games';
    END IF;
    IF NEW.score_first IS NULL THEN
        IF rules.score_kind <> '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the scores are missing', CONSTRAINT = 'result_score';
        END IF;
    ELSIF rules.score_kind = ''
       OR NEW.score_first + NEW.score_second <> rules.score_total * rules.best_of
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.score_first > NEW.score_second THEN 'win'
           WHEN NEW.score_first < NEW.score_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the scores do not fit the tournament', CONSTRAINT = 'result_score';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER result_fits BEFORE INSERT OR UPDATE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_fits();
"""


class Migration(migrations.Migration):

    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_results_fit_scoring'),
        ('tournaments', '0003_stages'),
        ('tournaments', '0004_numbers_and_reports'),
        ('tournaments', '0020_wishes'),
        ('tournaments', '0030_rules_changes'),
        ('tournaments', '0031_drawn'),
        ('tournaments', '0032_sheet'),
        ('tournaments', '0033_tally'),
        ('tournaments', '0034_accounts_and_actors'),
        ('tournaments', '0035_not_paired'),
        ('tournaments', '0036_journal_version'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=tournaments.models.fields.public_id, editable=False, max_length=12, unique=True)),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('sort_key', models.CharField(editable=False, max_length=200)),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('title', models.CharField(blank=True, max_length=10, verbose_name='title')),
                ('club', models.CharField(blank=True, max_length=100, verbose_name='club')),
                ('federation', models.CharField(blank=True, max_length=40, verbose_name='federation')),
                ('fide_id', models.CharField(blank=True, max_length=11, verbose_name='FIDE ID')),
                ('birth', models.CharField(blank=True, max_length=10, verbose_name='born')),
                ('sex', models.CharField(blank=True, max_length=1, verbose_name='sex')),
                ('checked_in', models.BooleanField(default=False, verbose_name='is here')),
                ('entered', models.PositiveSmallIntegerField(default=1)),
                ('withdrawn_after', models.PositiveSmallIntegerField(null=True)),
                ('may_have_bye', models.BooleanField(default=True, verbose_name='may get the bye')),
                ('version', models.PositiveBigIntegerField(default=0, editable=False)),
            ],
            options={
                'ordering': ('sort_key', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('draft', 'draft'), ('published', 'running'), ('closed', 'closed')], default='draft', max_length=12)),
                ('reasons', models.JSONField(default=list)),
                ('seats', models.JSONField(default=dict)),
                ('by_hand', models.JSONField(null=True)),
                ('not_paired', models.JSONField(default=list)),
                ('published_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('system', models.CharField(max_length=32, verbose_name='pairing system')),
                ('options', models.JSONField(default=dict)),
                ('seating', models.CharField(choices=[('entry', 'in order of entry'), ('rating', 'by rating, highest first'), ('lot', 'by lot'), ('varma', 'by lot, nobody meets club mates or compatriots in the last rounds (Varma)'), ('classes', 'by strength classes, by lot inside a class'), ('origin', 'by lot, club mates or compatriots far apart'), ('hand', 'by hand'), ('places', 'by their places in the stage before')], default='entry', max_length=8, verbose_name='players are numbered')),
                ('planned_rounds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds')),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('seed', models.CharField(max_length=32)),
                ('first_colour', models.CharField(choices=[('', ''), ('first', 'first'), ('second', 'second')], default='', max_length=8)),
                ('virtual_points', models.JSONField(default=dict)),
                ('drawn_at', models.DateTimeField(null=True)),
                ('drawn', models.JSONField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('qualification', models.JSONField(null=True)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('count', models.PositiveIntegerField()),
                ('until', models.DateTimeField()),
                ('forgotten_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('signed_out', models.PositiveIntegerField(default=0, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=tournaments.models.fields.public_id, editable=False, max_length=12, unique=True)),
                ('table', models.PositiveIntegerField()),
                ('reasons', models.JSONField(default=list)),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round')),
            ],
            options={
                'ordering': ('table',),
            },
        ),
        migrations.CreateModel(
            name='Appearance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(choices=[(1, 'first'), (2, 'second')], null=True)),
                ('bye', models.CharField(choices=[('', ''), ('allocated', 'allocated'), ('full', 'full'), ('half', 'half'), ('zero', 'zero')], default='', max_length=12)),
                ('reasons', models.JSONField(default=list)),
                ('pairing', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appearances', to='tournaments.pairing')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appearances', to='tournaments.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appearances', to='tournaments.round')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.player')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.stage')),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage'),
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('starts_on', models.DateField(verbose_name='date')),
                ('time_zone', models.CharField(max_length=64, verbose_name='time zone')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('rules', models.CharField(max_length=64, verbose_name='tie-breaks')),
                ('rules_changes', models.JSONField(blank=True, default=dict)),
                ('is_public', models.BooleanField(default=True, verbose_name='everybody can see it')),
                ('uses_check_in', models.BooleanField(default=False, verbose_name='players check in')),
                ('points_win', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='win')),
                ('points_draw', models.DecimalField(decimal_places=3, default=Decimal('0.5'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='draw')),
                ('points_loss', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='loss')),
                ('points_forfeit_win', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='win by forfeit')),
                ('points_forfeit_loss', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='loss by forfeit')),
                ('points_allocated_bye', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='bye by pairing')),
                ('points_full_bye', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='full-point bye')),
                ('points_half_bye', models.DecimalField(decimal_places=3, default=Decimal('0.5'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='half-point bye')),
                ('points_zero_bye', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='zero-point bye')),
                ('best_of', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(25)], verbose_name='games in a pairing')),
                ('draws_allowed', models.BooleanField(default=True, verbose_name='draws are possible')),
                ('score_kind', models.CharField(blank=True, choices=[('', 'no scores, only who won'), ('discs', 'discs'), ('points', 'points or goals')], default='', max_length=8, verbose_name='scores')),
                ('score_total', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100000)], verbose_name='sum of both scores')),
                ('half_byes_most', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='half-point byes a player may take')),
                ('half_byes_not_in_last', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='last rounds without half-point byes')),
                ('first_label', models.CharField(default='White', max_length=20, verbose_name='first player is called')),
                ('second_label', models.CharField(default='Black', max_length=20, verbose_name='second player is called')),
                ('revision', models.PositiveBigIntegerField(default=0, editable=False)),
                ('sheet', models.UUIDField(editable=False, null=True, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'ordering': ('-starts_on', 'name', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('best_of__range', (1, 25))), name='tournament_best_of'), models.CheckConstraint(condition=models.Q(('score_kind__in', ('', 'discs', 'points'))), name='tournament_score_kind')],
            },
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='player',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('helper', 'helper (enters results)')], max_length=16, verbose_name='role')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('actor_name', models.CharField(blank=True, default='', max_length=150)),
                ('agent', models.CharField(max_length=80)),
                ('verb', models.CharField(max_length=40)),
                ('facts', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('changes', models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('reason', models.TextField(blank=True)),
                ('key', models.CharField(max_length=300, null=True)),
                ('key_of', models.CharField(blank=True, max_length=64)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='tournaments.journalentry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-sequence',),
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('helper', 'helper (enters results)')], max_length=16, verbose_name='role')),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='ForbiddenPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=tournaments.models.fields.public_id, editable=False, max_length=12, unique=True)),
                ('first_round', models.PositiveSmallIntegerField(default=1, verbose_name='from round')),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to round')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='FixedPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=tournaments.models.fields.public_id, editable=False, max_length=12, unique=True)),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixed_pairs', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('round_number', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('hint', models.CharField(max_length=8)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('expires_at', models.DateTimeField(verbose_name='valid until')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('created_at',),
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='result', serialize=False, to='tournaments.pairing')),
                ('first', models.CharField(choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=4)),
                ('second', models.CharField(choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=4)),
                ('decision', models.CharField(choices=[('played', 'played'), ('forfeit', 'forfeit'), ('ruling', 'ruling')], default=pairings.snapshot.Decision['PLAYED'], max_length=8)),
                ('games_first', models.PositiveSmallIntegerField(null=True)),
                ('games_second', models.PositiveSmallIntegerField(null=True)),
                ('games_drawn', models.PositiveSmallIntegerField(null=True)),
                ('score_first', models.PositiveIntegerField(null=True)),
                ('score_second', models.PositiveIntegerField(null=True)),
                ('entered_at', models.DateTimeField()),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RequestedBye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('kind', models.CharField(choices=[('half', 'half-point bye'), ('zero', 'zero-point bye'), ('full', 'full-point bye')], default='half', max_length=8, verbose_name='kind')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requested_byes', to='tournaments.player')),
            ],
            options={
                'ordering': ('round_number',),
                'constraints': [models.UniqueConstraint(fields=('player', 'round_number'), name='requested_bye_once'), models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='requested_bye_round'), models.CheckConstraint(condition=models.Q(('kind__in', ('half', 'zero', 'full'))), name='requested_bye_kind')],
            },
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'table'), name='pairing_table_once'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('id', 'round'), name='pairing_with_round'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('table__gte', 1)), name='pairing_table_positive'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'player'), name='appearance_player_once'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('pairing', 'side'), name='appearance_side_once'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bye', ''), ('pairing__isnull', False), ('side__in', (1, 2))), models.Q(('bye__in', ['allocated', 'full', 'half', 'zero']), ('pairing__isnull', True), ('side__isnull', True)), _connector='OR'), name='appearance_table_or_bye'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('stage', 'player'), name='seat_player_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('stage', 'number'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='stage_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'draft')), fields=('tournament',), name='round_one_draft'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ('draft', 'published', 'closed'))), name='round_status'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['tournament', 'sort_key'], name='player_by_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('entered__gte', 1)), name='player_entered_positive'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='member_once'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ('organiser', 'helper'))), name='member_role'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['tournament', 'verb', 'sequence'], name='journal_by_verb'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'sequence'), name='journal_sequence_once'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'key'), name='journal_key_once'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='forbidden_pair_of_two'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__gte', 1), models.Q(('last_round__isnull', True), ('last_round__gte', models.F('first_round')), _connector='OR')), name='forbidden_pair_rounds'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='fixed_pair_of_two'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='fixed_pair_round'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.UniqueConstraint(fields=('round_number', 'first'), name='fixed_pair_first_once'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.UniqueConstraint(fields=('round_number', 'second'), name='fixed_pair_second_once'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('decision__in', [pairings.snapshot.Decision['PLAYED'], pairings.snapshot.Decision['FORFEIT'], pairings.snapshot.Decision['RULING']]), ('first__in', [pairings.snapshot.Outcome['WIN'], pairings.snapshot.Outcome['DRAW'], pairings.snapshot.Outcome['LOSS']]), ('second__in', [pairings.snapshot.Outcome['WIN'], pairings.snapshot.Outcome['DRAW'], pairings.snapshot.Outcome['LOSS']])), name='result_known_words'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('games_drawn__isnull', True), ('games_first__isnull', True), ('games_second__isnull', True)), models.Q(('games_drawn__isnull', False), ('games_first__isnull', False), ('games_second__isnull', False)), _connector='OR'), name='result_games_whole'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('score_first__isnull', True), ('score_second__isnull', True)), models.Q(('score_first__isnull', False), ('score_second__isnull', False)), _connector='OR'), name='result_score_whole'),
        ),
        migrations.RunSQL(
            SAME_ROUND, "ALTER TABLE tournaments_appearance DROP CONSTRAINT appearance_pairing_same_round;"
        ),
        migrations.RunSQL(
            RESULT_FITS,
            "DROP TRIGGER result_fits ON tournaments_result; DROP FUNCTION tournaments_result_fits();",
        ),
    ]
